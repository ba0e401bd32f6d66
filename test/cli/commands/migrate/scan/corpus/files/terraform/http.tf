variable "rbl_auth" { sensitive = true }

locals {
  rbl = "https://api.rblmonitor.example/3.0"
}

data "http" "hosts" {
  url             = "${local.rbl}/hosts.json?page_size=1000"
  request_headers = { Authorization = "Basic ${base64encode(var.rbl_auth)}" }
}

resource "null_resource" "host" {
  for_each = toset(var.addresses)
  provisioner "local-exec" {
    command = "curl -s -u $AUTH -d host=${each.key} -d name=${each.key} -d type=rbl ${local.rbl}/host/add.json"
  }
}

output "listed" {
  value = [for h in jsondecode(data.http.hosts.response_body).data : h.host if h.listed == 1]
}
