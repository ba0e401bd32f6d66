import { Account } from "../../../src/provider/account";
import { dataSources } from "../../../src/provider/data/data-sources";
import { serviceDiagnostic } from "../../../src/provider/service-diagnostic";
import { DiagnosticError, Diagnostics } from "../../../src/terraform/diagnostics";
import { accountSid, authToken } from "../../client/support/client";
import { type Received, type Reply, startService } from "../../client/support/local-service";

const running: { close(): Promise<void> }[] = [];

/** Ends the services of a test, for `afterEach`. */
export async function closeServices(): Promise<void> {
  await Promise.all(running.splice(0).map((service) => service.close()));
}

/** An account at a service that answers as the function says. */
export async function accountAt(
  reply: (request: Received, index: number) => Reply,
): Promise<{ account: Account; requests: Received[] }> {
  const service = await startService(reply);
  running.push(service);
  const account = new Account({ baseUrl: service.url, accountSid, authToken });
  return { account, requests: service.requests };
}

/** What a data source without arguments reads. */
export async function read(type: string, context: Account): Promise<Readonly<Record<string, unknown>>> {
  const source = dataSources[type];
  if (source === undefined) throw new Error(`There is no data source ${type}.`);
  const config = Object.fromEntries(Object.keys(source.attributes).map((name) => [name, null]));
  const { signal } = new AbortController();
  return source.read({ config, context, diagnostics: new Diagnostics(), signal });
}

/** What a data source says when it cannot be read, as the provider converts it. */
export async function summaryOf(reading: Promise<unknown>): Promise<string> {
  return reading.then(
    () => "read",
    (thrown: unknown) => {
      const diagnostic = serviceDiagnostic(thrown);
      return diagnostic instanceof DiagnosticError ? diagnostic.summary : `no diagnostic: ${thrown}`;
    },
  );
}
