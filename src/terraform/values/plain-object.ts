/** Objects that inherit nothing. */
const Plain = function Plain() {} as unknown as new () => object;
Plain.prototype = Object.freeze(Object.create(null));

/**
 * An empty object that inherits nothing, so that no name is special.
 *
 * It does not use `Object.create(null)`, which V8 stores as a hash table: that takes several times the memory and time.
 */
export function plainObject<Member>(): { [name: string]: Member } {
  return new Plain() as { [name: string]: Member };
}
