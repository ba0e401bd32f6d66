import type { Kind } from "../../service/kinds";
import type { AnyObject, CertificateMonitorObject, Fields } from "../account/objects";
import type { Service } from "../service";
import type { References } from "../validation";
import { keepDefaultProfile, monitorFields, thresholdsInRange } from "./certificate-rules";
import { announceContact, argsComplete } from "./contact-rules";
import { createHosts, deleteChildren } from "./host-rules";
import { createFields as profileCreateFields, updateFields as profileUpdateFields } from "./profile-rules";
import { keepBuiltIn } from "./source-rules";
import { keepWhatIsUsed } from "./usage";

/** What a kind does differently from the others. Each rule may refuse by throwing. */
export interface KindRules {
  readonly references: References;
  /** Whether the kind is only there on a paid plan. */
  readonly paidOnly: boolean;
  /** Turns valid fields of a create into fields to keep, before references are looked up. */
  readonly createFields?: (fields: Fields, service: Service) => Fields;
  /** Makes the objects; otherwise one is added. */
  readonly create?: (fields: Fields, service: Service) => AnyObject[];
  readonly created?: (object: AnyObject, service: Service) => void;
  /** Turns valid fields of an update into fields to change. */
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
    beforeDelete: keepWhatIsUsed,
  },
  source: {
    references: {},
    paidOnly: true,
    beforeChange: keepBuiltIn,
    beforeDelete: (object, service) => {
      if (service.settings.sourceInUse === "refused") keepWhatIsUsed(object, service);
    },
  },
  certificate_monitor: {
    references: { profile: "certificate_profile", contact_group: "contact_group" },
    paidOnly: false,
    createFields: monitorFields,
    created: (object, { certificateErrors }) =>
      certificateErrors.meetExpectation(object as CertificateMonitorObject),
    deleted: (object, service) => service.certificateErrors.forget(object.id),
  },
  certificate_profile: {
    references: {},
    paidOnly: false,
    createFields: thresholdsInRange,
    updateFields: (fields, _object, service) => thresholdsInRange(fields, service),
    beforeDelete: (object, service) => {
      keepDefaultProfile(object, service);
      keepWhatIsUsed(object, service);
    },
  },
  contact: {
    references: { contact_group: "contact_group" },
    paidOnly: false,
    createFields: argsComplete,
    created: announceContact,
  },
  contact_group: { references: {}, paidOnly: false, beforeDelete: keepWhatIsUsed },
};
