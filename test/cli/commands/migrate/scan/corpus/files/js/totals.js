import { groupBy } from "lodash-es";

export function summary(hosts) {
  const listed = hosts.reduce((a, h) => a + h.listed, 0);
  const byStatus = groupBy(hosts, (h) => h.status);
  return { total: hosts.length, listed, active: byStatus.active?.length ?? 0, paused: byStatus.paused?.length ?? 0 };
}

export const isDefault = (theme) => theme.is_default === 1;
