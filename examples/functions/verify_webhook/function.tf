variable "signing_secret" {
  description = "Secret of the webhook endpoint, from the account's portal."
  type        = string
  sensitive   = true
}

variable "signature" {
  description = "The request's header X-Webhook-Signature."
  type        = string
}

variable "body" {
  description = "The request's body, as it was received."
  type        = string
}

output "genuine" {
  value     = provider::rblmonitor::verify_webhook(var.signing_secret, var.signature, var.body)
  sensitive = true
}
