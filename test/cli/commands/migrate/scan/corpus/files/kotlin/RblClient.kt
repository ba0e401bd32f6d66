package net.example.watch

import io.ktor.client.*
import io.ktor.client.call.*
import io.ktor.client.request.*
import io.ktor.client.request.forms.*
import io.ktor.http.*
import kotlinx.serialization.SerialName
import kotlinx.serialization.Serializable

@Serializable
data class Host(val id: String, val host: String, val listed: Int, @SerialName("rbl_profile") val profile: String)

@Serializable
data class Hosts(val data: List<Host>, @SerialName("total_hosts") val total: Int)

class RblClient(private val http: HttpClient) {
    private val base = "https://api.rblmonitor.example/3.0"

    suspend fun hosts(): Hosts = http.get("$base/hosts.json") { parameter("page_size", 100) }.body()

    suspend fun resume(id: String) {
        http.post("${base}/host/resume/${id}.json")
    }

    suspend fun addGroup(title: String) = http.submitForm(
        url = "$base/contactgroup/add.json",
        formParameters = parameters { append("name", title); append("is_default", "0") }
    )
}
