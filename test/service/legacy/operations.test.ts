import { legacyCollectionOperation, legacyOperations } from "../../../src/service/legacy/operations";
import { collectionVerbs } from "../../../src/service/operations";

it("the operations of version 3.0 on a contact are POST requests, except reads", () => {
  const shown = collectionVerbs.map((verb) => {
    const { method, path } = legacyCollectionOperation(verb, "contact");
    return `${verb}: ${method} ${path}`;
  });
  expect(shown).toEqual([
    "list: GET /contacts",
    "get: GET /contact/{id}",
    "create: POST /contact/add",
    "update: POST /contact/update/{id}",
    "delete: POST /contact/delete/{id}",
    "pause: POST /contact/pause/{id}",
    "resume: POST /contact/resume/{id}",
  ]);
});

it("the other operations of version 3.0 have its paths, and the properties of those of version 4.0", () => {
  expect(Object.values(legacyOperations).map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /check/start",
    "GET /check/status/{id}",
    "GET /listings",
    "POST /contact/resend/{id}",
    "POST /contact/confirm/{id}",
  ]);
  expect(legacyOperations.startCheck).toMatchObject({ rateClass: "check_start", repeatable: false });
});
