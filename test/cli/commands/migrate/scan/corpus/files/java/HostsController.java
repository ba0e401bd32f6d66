package com.example.inventory;

import java.util.List;
import org.springframework.web.bind.annotation.*;

@RestController
@RequestMapping("/api/3.0")
public class HostsController {
  private final HostRepository hosts;

  public HostsController(HostRepository hosts) {
    this.hosts = hosts;
  }

  @GetMapping("/hosts")
  public List<Host> list(@RequestParam(defaultValue = "1") int page) {
    return hosts.page(page);
  }

  @PostMapping("/host/{id}/reboot")
  public void reboot(@PathVariable String id) {
    hosts.byId(id).reboot();
  }
}
