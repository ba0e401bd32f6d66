import type { Kind } from "../../service/kinds";
import type { AnyObject, CertificateMonitorObject, Fields } from "../account/objects";
import type { Service } from "../service";
import type { References } from "../validation";
import { assertNotDefault, monitorFields, validateThresholds } from "./certificate-rules";
import { announceContact, validateArgs } from "./contact-rules";
import { createHosts, deleteChildren } from "./host-rules";
import { createFields as profileCreateFields, updateFields as profileUpdateFields } from "./profile-rules";
import { assertCustom } from "./source-rules";
import { assertUnused } from "./usage";

/** The specific rules of a kind. Each may throw a Refusal. */
export interface KindRules {
  readonly references: References;
  /** Whether the kind requires a paid plan. */
  readonly paidOnly: boolean;
  /** Converts valid fields of a create, before references are checked. */
  readonly createFields?: (fields: Fields, service: Service) => Fields;
  /** Creates the objects. By default, one is added. */
  readonly create?: (fields: Fields, service: Service) => AnyObject[];
  readonly created?: (object: AnyObject, service: Service) => void;
  /** Converts valid fields of an update. */
  readonly updateFields?: (fields: Fields, object: AnyObject, service: Service) => Fields;
  /** Called before update, delete, pause and resume. */
  readonly beforeChange?: (object: AnyObject, service: Service) => void;
  readonly beforeDelete?: (object: AnyObject, service: Service) => void;
  readonly deleted?: (object: AnyObject, service: Service) => void;
}

/** The rules of each kind (docs/design/api.md#resources; docs/design/api-3.0.md#rules). */
export const kindRules: Readonly<Record<Kind, KindRules>> = {
  host: {
    references: { profile: "monitoring_profile", contact_group: "contact_group" },
    paidOnly: false,
    create: createHosts,
    created: ({ id, host }, { checks }) => {
      if (checks.isListed(String(host))) checks.run(id);
    },
    deleted: deleteChildren,
  },
  monitoring_profile: {
    references: { entries: "source" },
    paidOnly: true,
    createFields: profileCreateFields,
    updateFields: profileUpdateFields,
    beforeDelete: assertUnused,
  },
  source: {
    references: {},
    paidOnly: true,
    beforeChange: assertCustom,
    beforeDelete: (object, service) => {
      if (service.settings.sourceInUse === "refused") assertUnused(object, service);
    },
  },
  certificate_monitor: {
    references: { profile: "certificate_profile", contact_group: "contact_group" },
    paidOnly: false,
    createFields: monitorFields,
    created: (object, { certificateErrors }) =>
      certificateErrors.applyExpected(object as CertificateMonitorObject),
    deleted: (object, service) => service.certificateErrors.drop(object.id),
  },
  certificate_profile: {
    references: {},
    paidOnly: false,
    createFields: validateThresholds,
    updateFields: (fields, _object, service) => validateThresholds(fields, service),
    beforeDelete: (object, service) => {
      assertNotDefault(object, service);
      assertUnused(object, service);
    },
  },
  contact: {
    references: { contact_group: "contact_group" },
    paidOnly: false,
    createFields: validateArgs,
    created: announceContact,
  },
  contact_group: { references: {}, paidOnly: false, beforeDelete: assertUnused },
};
