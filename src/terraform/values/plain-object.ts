/** Objects that inherit nothing. */
const Plain = function Plain() {} as unknown as new () => object;
Plain.prototype = Object.freeze(Object.create(null));

/**
 * An empty object in which no name means anything but itself: it inherits nothing.
 *
 * Not `Object.create(null)`, which V8 keeps as a hash table: thousands of such objects pass through a plan, and each would
 * take several times the memory, and the time.
 */
export function plainObject<Member>(): { [name: string]: Member } {
  return new Plain() as { [name: string]: Member };
}
