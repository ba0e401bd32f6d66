package ops

import sttp.client3._
import sttp.client3.circe._
import io.circe.generic.auto._

case class Host(id: String, host: String, listed: Int, rbl_profile: String)
case class Hosts(total_hosts: Int, data: List[Host])

object Rbl {
  private val api = uri"https://api.rblmonitor.example/3.0"
  private val backend = HttpClientSyncBackend()

  def hosts: Hosts = basicRequest.get(uri"$api/hosts.json").response(asJson[Hosts].getRight).send(backend).body

  def resume(id: String): Unit = basicRequest.post(uri"$api/host/resume/$id.json").send(backend)

  def bad: List[Host] = hosts.data.filter(_.listed == 1)
}
