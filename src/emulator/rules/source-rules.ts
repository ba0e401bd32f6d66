import type { AnyObject } from "../account/objects";
import { Refusal } from "../refusal";
import type { Service } from "../service";

/** Rejects changes of a built-in source (docs/design/api-3.0.md#rules: system ones are read-only; docs/design/open-points.md#6). */
export function assertCustom(object: AnyObject, service: Service): void {
  if (object.custom === true) return;
  throw new Refusal(service.settings.builtInRefusal, "A built-in data source is read-only.");
}
