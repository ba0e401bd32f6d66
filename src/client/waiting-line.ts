/** One that waits, at the place that its operation got when it came first. */
export interface Waiting<Admission> {
  readonly place: number;
  admit(admission: Admission): void;
  refuse(reason: unknown): void;
}

/** Those who wait, in the order in which their operations came; one that comes back takes its old place. */
export class WaitingLine<Admission, Member extends Waiting<Admission>> {
  private readonly waiting: Member[] = [];
  private places = 0;

  /** A place behind all that were given before. */
  nextPlace(): number {
    this.places += 1;
    return this.places;
  }

  get length(): number {
    return this.waiting.length;
  }

  /** Those in line as it is now, the first first. */
  members(): readonly Member[] {
    return [...this.waiting];
  }

  join(member: Member): void {
    const behind = this.waiting.findLastIndex(({ place }) => place < member.place);
    this.waiting.splice(behind + 1, 0, member);
  }

  /** Whether it was in line until now. */
  leave(member: Member): boolean {
    const index = this.waiting.indexOf(member);
    if (index >= 0) this.waiting.splice(index, 1);
    return index >= 0;
  }
}
