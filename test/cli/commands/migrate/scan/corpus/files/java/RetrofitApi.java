package com.example.rbl;

import retrofit2.Call;
import retrofit2.http.*;

/** Base URL: https://api.rblmonitor.example/3.0/ */
public interface RetrofitApi {
  @GET("hosts.json")
  Call<HostPage> hosts(@Query("page") int page, @Query("page_size") int size);

  @FormUrlEncoded
  @POST("host/add.json")
  Call<Added> add(@Field("host") String host, @Field("name") String name, @Field("type") String type,
      @Field("rbl_profile") String profile);

  @POST("host/delete/{id}.json")
  Call<Envelope> delete(@Path("id") String id);

  @GET("contactgroup/{id}.json")
  Call<Group> group(@Path("id") String id);

  class Host {
    private int listed;

    public boolean isListed() {
      return getListed() == 1;
    }

    public int getListed() {
      return listed;
    }
  }
}
