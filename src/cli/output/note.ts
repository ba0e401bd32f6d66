/** Something to know that is no difference. */
export interface Note {
  readonly text: string;
  /** The declared object that it is about. */
  readonly address?: string;
}
