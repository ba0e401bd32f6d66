import { TerraformResource } from "cdktf";
import type { IConstruct } from "constructs";
import type { CertificateMonitor } from "./generated/certificate-monitor";
import type { Contact } from "./generated/contact";
import type { Host } from "./generated/host";
import type { Source } from "./generated/source";

/** Constructs whose objects can be paused, by their types in Terraform. */
export interface PausableConstructs {
  readonly rblmonitor_host: Host;
  readonly rblmonitor_certificate_monitor: CertificateMonitor;
  readonly rblmonitor_contact: Contact;
  readonly rblmonitor_source: Source;
}

/** The construct as a resource of one of the types, whichever copy of this package it comes from; else undefined. */
export function resourceOf<T extends keyof PausableConstructs>(
  types: readonly T[],
  construct: IConstruct,
): PausableConstructs[T] | undefined {
  const isOne =
    TerraformResource.isTerraformResource(construct) &&
    (types as readonly string[]).includes(construct.terraformResourceType);
  return isOne ? (construct as unknown as PausableConstructs[T]) : undefined;
}
