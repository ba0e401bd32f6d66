import type { PictureColumn, PictureFlow, PictureNode } from "./model";

/** A node and where its bar is, in the picture's units, from the upper left corner. */
export interface PlacedNode {
  readonly node: PictureNode;
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

/** A flow and where it leaves and arrives, with its thickness on either side. */
export interface PlacedFlow {
  readonly flow: PictureFlow;
  readonly from: End;
  readonly to: End;
}

interface End {
  readonly x: number;
  readonly y: number;
  readonly height: number;
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
/** Two lines of text fit beside the smallest bar. */
const smallest = 38;
const gap = 16;
/** What the bars of a column share by their weights, beside their smallest heights. */
const shared = 150;

/** Places columns over a width from left to right, and flows between neighbours. Nothing overlaps, however small a share is. */
export function layoutOf(
  columns: readonly PictureColumn[],
  flows: readonly (readonly PictureFlow[])[],
  width: number,
): Layout {
  const ordered = inNeighbourOrder(columns, flows);
  const heights = ordered.map(({ nodes }) => heightsOf(nodes));
  const totals = heights.map((column) => sum(column) + gap * Math.max(0, column.length - 1));
  const tallest = Math.max(...totals, smallest);
  const placed = ordered.map(({ title, nodes }, index) => {
    const x = (index * (width - barWidth)) / Math.max(1, columns.length - 1);
    let y = top + (tallest - (totals[index] ?? 0)) / 2;
    return {
      ...{ title, x },
      nodes: nodes.map((node, row) => {
        const height = heights[index]?.[row] ?? smallest;
        const here = { node, x, y, height };
        y += height + gap;
        return here;
      }),
    };
  });
  return {
    height: top + tallest + 6,
    columns: placed,
    flows: flows.flatMap((some, index) =>
      placedFlows(some, placed[index]?.nodes ?? [], placed[index + 1]?.nodes ?? []),
    ),
  };
}

function heightsOf(nodes: readonly PictureNode[]): number[] {
  const whole = sum(nodes.map(({ weight }) => weight)) || 1;
  return nodes.map(({ weight }) => smallest + (nodes.length > 1 ? (shared * weight) / whole : shared / 3));
}

/** From the second column on, nodes stand near what they are connected with, so that flows cross less. */
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
      const weight = sum(arriving.map((flow) => flow.weight));
      return weight === 0
        ? before.length
        : sum(arriving.map((flow) => flow.weight * (places.get(flow.from) ?? 0))) / weight;
    };
    ordered.push(
      index === 0 ? column : { ...column, nodes: [...column.nodes].sort((a, b) => placeOf(a) - placeOf(b)) },
    );
  }
  return ordered;
}

/** The flows share the whole height of a bar on either side, in the order of what they lead to. */
function placedFlows(
  flows: readonly PictureFlow[],
  left: readonly PlacedNode[],
  right: readonly PlacedNode[],
): PlacedFlow[] {
  const froms = endsOf(flows, left, right, "from", "to", barWidth);
  const tos = endsOf(flows, right, left, "to", "from", 0);
  return flows.flatMap((flow) => {
    const [from, to] = [froms.get(flow), tos.get(flow)];
    return from === undefined || to === undefined ? [] : [{ flow, from, to }];
  });
}

function endsOf(
  flows: readonly PictureFlow[],
  nodes: readonly PlacedNode[],
  others: readonly PlacedNode[],
  own: "from" | "to",
  other: "from" | "to",
  offset: number,
): Map<PictureFlow, End> {
  const places = new Map(others.map(({ node }, place) => [node.key, place]));
  const ends = new Map<PictureFlow, End>();
  for (const { node, x, y, height } of nodes) {
    const here = flows
      .filter((flow) => flow[own] === node.key)
      .sort((a, b) => (places.get(a[other]) ?? 0) - (places.get(b[other]) ?? 0));
    const whole = sum(here.map(({ weight }) => weight));
    let at = y;
    for (const flow of here) {
      const share = (height * flow.weight) / whole;
      ends.set(flow, { x: x + offset, y: at, height: share });
      at += share;
    }
  }
  return ends;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
