package com.example.reputation;

import org.springframework.stereotype.Service;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.util.UriComponentsBuilder;

@Service
public class SpringClient {
  private static final String BASE = "https://api.example.com/3.0";
  private final RestTemplate rest;

  public SpringClient(RestTemplate rest) {
    this.rest = rest;
  }

  public Listings listings(int page) {
    String url = UriComponentsBuilder.fromHttpUrl(BASE).pathSegment("listings.json").queryParam("page", page).toUriString();
    return rest.getForObject(url, Listings.class);
  }

  public void delete(String id) {
    rest.postForLocation(BASE + "/rblprofile/delete/{id}.json", null, id);
  }

  public CheckStart check(String host) {
    return rest.postForObject(String.format("%s/check/start.json?host=%s&details=%d", BASE, host, 1), null, CheckStart.class);
  }

  static class Host {
    public String id;
    public Integer listed;
    boolean bad() { return Integer.valueOf(1).equals(listed); }
  }
}
