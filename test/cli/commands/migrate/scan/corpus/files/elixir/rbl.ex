defmodule Mail.Rbl do
  @moduledoc "Client of the RBL monitor."
  use Tesla

  plug Tesla.Middleware.BaseUrl, "https://api.rblmonitor.example/3.0"
  plug Tesla.Middleware.FormUrlencoded
  plug Tesla.Middleware.DecodeJson

  def hosts(page \\ 1), do: get("/hosts.json", query: [page: page])

  def add(ip, name) do
    post("/host/add.json", %{host: ip, name: name, type: "rbl", rbl_profile: profile()})
  end

  def delete(id), do: post("/host/delete/#{id}.json", %{})

  def listed?(id) do
    {:ok, %{body: %{"data" => host}}} = get("/host/" <> id <> ".json")
    host["listed"] == 1
  end

  def check(host) do
    {:ok, %{body: body}} = post("/check/start.json", %{host: host})
    body["data"]["id"]
  end
end
