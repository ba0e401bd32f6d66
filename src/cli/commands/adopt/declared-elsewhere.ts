import { sidKind } from "../../../service/sids";
import { readObject } from "../../../service/wire-forms";
import { readState, type StateText } from "../../state/read-state";
import { stateTexts } from "../../state/texts";
import type { Declared } from "./selection";

/**
 * What files say of what is declared: states as `terraform show -json` or `terraform state pull` write them, and reports
 * of `rblmonitor drift --format json`.
 * @throws Error that names the file that is none of these
 */
export async function readDeclared(files: readonly string[]): Promise<Declared> {
  if (files.length === 0) return { declared: new Set(), undeclared: undefined };
  const texts = await stateTexts({ files, folders: [] }, process.env, process.stdin);
  const reports = texts.flatMap(({ text }) => undeclaredOf(text) ?? []);
  const states = texts.filter(({ text }) => undeclaredOf(text) === undefined);
  return {
    declared: new Set(states.flatMap(declaredIn)),
    undeclared: states.length === texts.length ? undefined : new Set(reports),
  };
}

/** The SIDs that a report of drift names as undeclared; undefined for what is no such report. */
function undeclaredOf(text: string): readonly string[] | undefined {
  let report: unknown;
  try {
    report = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { findings } = readObject(report) ?? {};
  return Array.isArray(findings) ? findings.flatMap(undeclaredId) : undefined;
}

function undeclaredId(finding: unknown): readonly string[] {
  const { type, id } = readObject(finding) ?? {};
  return type === "undeclared" && typeof id === "string" ? [id] : [];
}

/** The SIDs of the managed objects of a state: those of an object's members belong to it. */
function declaredIn(state: StateText): readonly string[] {
  return readState(state)
    .filter(({ type }) => type.startsWith("rblmonitor_"))
    .flatMap(({ attributes }) => {
      const { id, members } = readObject(attributes) ?? {};
      const ofMembers = Array.isArray(members) ? members.map((member) => readObject(member)?.id) : [];
      return [id, ...ofMembers].filter((each) => typeof each === "string" && sidKind(each) !== undefined);
    })
    .filter((each) => typeof each === "string");
}
