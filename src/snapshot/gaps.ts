/**
 * Gets how many objects of its total a list lacked, at least; not called for a whole list. Every reader of a list must pass one,
 * so that no gap is silent.
 */
export type OnGap = (lacking: number) => void;

/** For readers that use the objects that a list has, and conclude nothing from those that it lacks. */
export const concludeNothing: OnGap = () => undefined;
