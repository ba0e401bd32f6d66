# Imported by the first apply. Delete this file afterwards.

import {
  to = rblmonitor_contact_group.default
  id = "CG1d0c6240fd061d63e8fc6e39419f5008"
}

import {
  to = rblmonitor_contact_group.mail_team
  id = "CG855d57952d8212d9a193e056900651b1"
}

import {
  to = rblmonitor_contact.contact_15550100
  id = "CO46c4b61087313ae72fe70c86fd3f60d5"
}

import {
  to = rblmonitor_contact.noc_example_com
  id = "COa3965bc18c48c26fea8138ad0527954d"
}

import {
  to = rblmonitor_contact.postmaster_example_com
  id = "COfd4597f6161a86d1982b3ba4358cc7f9"
}

import {
  to = rblmonitor_source.bl_partner_example_net
  id = "RB83c9c78eb9088727602f5ffae6a9bbf2"
}

import {
  to = rblmonitor_monitoring_profile.default
  id = "RP63ae4a48d1040223677190ff0d616952"
}

import {
  to = rblmonitor_monitoring_profile.deliverability
  id = "RP942195882025558322f66e1479b8269b"
}

import {
  to = rblmonitor_monitoring_profile.mail_hourly
  id = "RP206c0af75ab7e342b564f3124b2f53a9"
}

import {
  to = rblmonitor_host.company_domain_example_com
  id = "HTeb4db768a0a5458982e936e28240cf38"
}

import {
  to = rblmonitor_host.company_domain_shop_example_com
  id = "HT1517530701bed243b6319a38b25320f0"
}

import {
  to = rblmonitor_host.mx1
  id = "HT0cbf429800522d6af8ae36144662f7d2"
}

import {
  to = rblmonitor_host.mx2
  id = "HTbcb8284606f2bb6218507ef54921bc54"
}

import {
  to = rblmonitor_host.newsletter_pool_198_51_100_16
  id = "HT622c71bdf32ccc8d197a1de3273722cc"
}

import {
  to = rblmonitor_host.newsletter_pool_198_51_100_17
  id = "HT5be84473649751035ce11e3e3ef4c580"
}

import {
  to = rblmonitor_host.newsletter_pool_198_51_100_18
  id = "HT0d43c2de8482469c02de78b6efe319f4"
}

import {
  to = rblmonitor_host.newsletter_pool_198_51_100_19
  id = "HTa6e438072be82986a7cc89be06a9e589"
}

import {
  to = rblmonitor_host.old_relay_do_not_use
  id = "HT8cc037cc44b9836298ba6533f5c49f9f"
}

import {
  to = rblmonitor_host.tracking
  id = "HTe9f17458830ee538baa276dfa13a20f1"
}

import {
  to = rblmonitor_certificate_profile.certificate_profile_30_14_3_days
  id = "CP8cd0e92191fb43782255b2d98b18a76a"
}

import {
  to = rblmonitor_certificate_profile.public_profile
  id = "CP0fdd6694bb535e17b02d0a0838b83757"
}

import {
  to = rblmonitor_certificate_monitor.mail_mail_example_com_imaps
  id = "CM9fabcfb99326b2e647a22e893bbddb25"
}

import {
  to = rblmonitor_certificate_monitor.mail_mail_example_com_smtp
  id = "CM85fdbc40f429521535472b05194a4855"
}

import {
  to = rblmonitor_certificate_monitor.website
  id = "CMf4c4f164f5ad445b5f799420068cca77"
}
