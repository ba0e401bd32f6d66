import { type PictureColumn, type PictureFlow, type PictureNode, weightOf } from "./model";

/** A node and where its bar is, in the picture's units, from the upper left corner. */
export interface PlacedNode {
  readonly node: PictureNode;
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

/** A flow and where it leaves and arrives; it is equally thick everywhere. */
export interface PlacedFlow {
  readonly flow: PictureFlow;
  readonly from: End;
  readonly to: End;
  readonly thickness: number;
}

interface End {
  readonly x: number;
  readonly y: number;
}

/** Where everything is. */
export interface Layout {
  readonly height: number;
  readonly columns: readonly {
    readonly title: string;
    readonly x: number;
    readonly nodes: readonly PlacedNode[];
  }[];
  readonly flows: readonly PlacedFlow[];
}

export const barWidth = 10;
/** Room above the bars for the titles of the columns. */
const top = 36;
/** The minimum height of two lines of text next to a bar. */
const slot = 38;
const gap = 8;
/** A bar without flows is this high. */
const smallest = 4;
/** All flows between two columns are together this thick. */
const whole = 180;

/**
 * Places columns over a width from left to right, and flows between neighbours. Between two columns, thickness is
 * proportional to weight. Nothing overlaps, however small a share is.
 */
export function layoutOf(
  columns: readonly PictureColumn[],
  flows: readonly (readonly PictureFlow[])[],
  width: number,
): Layout {
  const units = flows.map((some) => whole / Math.max(1, weightOf(some)));
  const thickness = (index: number, isWanted: (flow: PictureFlow) => boolean) =>
    (units[index] ?? 0) * weightOf((flows[index] ?? []).filter(isWanted));
  const ordered = inNeighbourOrder(columns, flows);
  const heights = ordered.map(({ nodes }, index) =>
    nodes.map(({ key }) =>
      Math.max(
        smallest,
        thickness(index - 1, ({ to }) => to === key),
        thickness(index, ({ from }) => from === key),
      ),
    ),
  );
  const totals = heights.map(
    (column) => sum(column.map((height) => Math.max(height, slot))) + gap * Math.max(0, column.length - 1),
  );
  const tallest = Math.max(...totals, slot);
  const placed = ordered.map(({ title, nodes }, index) => {
    const x = (index * (width - barWidth)) / Math.max(1, columns.length - 1);
    let next = top + (tallest - (totals[index] ?? 0)) / 2;
    return {
      ...{ title, x },
      nodes: nodes.map((node, row) => {
        const height = heights[index]?.[row] ?? smallest;
        const room = Math.max(height, slot);
        const y = next + (room - height) / 2;
        next += room + gap;
        return { node, x, y, height };
      }),
    };
  });
  return {
    height: top + tallest + 6,
    columns: placed,
    flows: flows.flatMap((some, index) =>
      placedFlows(some, placed[index]?.nodes ?? [], placed[index + 1]?.nodes ?? [], units[index] ?? 0),
    ),
  };
}

/** From the second column on, nodes are placed near their connections, so that flows cross less. */
function inNeighbourOrder(
  columns: readonly PictureColumn[],
  flows: readonly (readonly PictureFlow[])[],
): PictureColumn[] {
  const ordered: PictureColumn[] = [];
  for (const [index, column] of columns.entries()) {
    const before = ordered[index - 1]?.nodes ?? [];
    const places = new Map(before.map(({ key }, place) => [key, place]));
    const placeOf = ({ key }: PictureNode) => {
      const arriving = (flows[index - 1] ?? []).filter(({ to }) => to === key);
      const total = weightOf(arriving);
      return total === 0
        ? before.length
        : sum(arriving.map((flow) => flow.weight * (places.get(flow.from) ?? 0))) / total;
    };
    ordered.push(
      index === 0 ? column : { ...column, nodes: [...column.nodes].sort((a, b) => placeOf(a) - placeOf(b)) },
    );
  }
  return ordered;
}

/**
 * The flows at a bar lie side by side around its middle, in the order of the nodes at their other ends.
 * @param unit the thickness of a flow of weight 1
 */
function placedFlows(
  flows: readonly PictureFlow[],
  left: readonly PlacedNode[],
  right: readonly PlacedNode[],
  unit: number,
): PlacedFlow[] {
  const froms = endsOf(flows, left, right, ["from", "to"], barWidth, unit);
  const tos = endsOf(flows, right, left, ["to", "from"], 0, unit);
  return flows.flatMap((flow) => {
    const [from, to] = [froms.get(flow), tos.get(flow)];
    return from === undefined || to === undefined ? [] : [{ flow, from, to, thickness: unit * flow.weight }];
  });
}

function endsOf(
  flows: readonly PictureFlow[],
  nodes: readonly PlacedNode[],
  others: readonly PlacedNode[],
  [own, other]: readonly ["from", "to"] | readonly ["to", "from"],
  offset: number,
  unit: number,
): Map<PictureFlow, End> {
  const places = new Map(others.map(({ node }, place) => [node.key, place]));
  const ends = new Map<PictureFlow, End>();
  for (const { node, x, y, height } of nodes) {
    const here = flows
      .filter((flow) => flow[own] === node.key)
      .sort((a, b) => (places.get(a[other]) ?? 0) - (places.get(b[other]) ?? 0));
    let at = y + (height - unit * weightOf(here)) / 2;
    for (const flow of here) {
      ends.set(flow, { x: x + offset, y: at });
      at += unit * flow.weight;
    }
  }
  return ends;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
