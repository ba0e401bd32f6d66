package com.example.mail.rbl;

import java.io.IOException;
import okhttp3.*;
import org.json.JSONObject;

public final class RblApi {
  private static final HttpUrl BASE = HttpUrl.parse("https://rbl.example.net/api/3.0");
  private final OkHttpClient client = new OkHttpClient();

  public JSONObject host(String sid) throws IOException {
    return get(BASE.newBuilder().addPathSegment("host").addPathSegment(sid + ".json").build());
  }

  public JSONObject pause(String sid) throws IOException {
    HttpUrl url = BASE.newBuilder().addPathSegment("host").addPathSegment("pause").addPathSegment(sid + ".json").build();
    return post(url, new FormBody.Builder().build());
  }

  public boolean confirm(String contact, String code) throws IOException {
    HttpUrl url = BASE.newBuilder().addPathSegments("contact/confirm/" + contact + ".json").build();
    JSONObject answer = post(url, new FormBody.Builder().add("authcode", code).build());
    return "OK".equals(answer.getString("status_message"));
  }

  public boolean listed(String sid) throws IOException {
    int flag = host(sid).getJSONObject("data").getInt("listed");
    return flag != 0;
  }

  private JSONObject get(HttpUrl url) throws IOException {
    return call(new Request.Builder().url(url).build());
  }
}
