package com.example;

@FeignClient(name = "mailrep", url = "${mailrep.url:https://api.example.com/3.0}")
public interface MailRep {
  @RequestMapping(method = RequestMethod.GET, value = "/rblprofiles.json")
  Page<Profile> profiles(@RequestParam("page") int page);

  @RequestMapping(method = RequestMethod.POST, value = "/host/pause/{id}.json")
  Answer pause(@PathVariable("id") String id);

  @PostMapping("/contact/delete/{id}.json")
  Answer deleteContact(@PathVariable("id") String id);

  @GetMapping("/contacts.json")
  Page<Contact> contacts();
}
