import type { Kind } from "../service/kinds";
import { type Pass, prove } from "./list-passes";

/** How often a list is read once more at most to find out what is gone. */
const proofsAllowed = 2;

/**
 * Finds out whether nothing exists but what the list has, when so much is missing from it that to read it once more costs
 * less than to ask for each object by its id.
 */
export class Absence<K extends Kind> {
  private proof: Promise<boolean> | undefined;
  private proofs = 0;
  private isProving = false;
  private requestedById = 0;

  /** @param readAgain reads the list from its beginning */
  constructor(private readonly readAgain: () => Promise<Pass<K>>) {}

  /** It is known from elsewhere that nothing else exists. */
  settle(): void {
    this.proof = Promise.resolve(true);
  }

  /** Whether what the list does not have is gone; if not, it has to be asked for by its id, which is counted. */
  async isCertain(latest: Pass<K> | undefined): Promise<boolean> {
    if (latest !== undefined && this.isProofCheaper(latest)) this.proof = this.prove(latest);
    // Without a proof under way nothing is awaited: those who ask at the same time count each other.
    if (this.proof !== undefined && (await this.proof)) return true;
    this.requestedById += 1;
    return false;
  }

  /** Whether as much was spent by id, since the list was last read for it, as reading it again will cost. */
  private isProofCheaper({ pages }: Pass<K>): boolean {
    return !this.isProving && this.proofs < proofsAllowed && this.requestedById >= (this.proofs + 1) * pages;
  }

  private async prove(earlier: Pass<K>): Promise<boolean> {
    this.proofs += 1;
    this.isProving = true;
    try {
      return prove(earlier, await this.readAgain());
    } catch {
      return false;
    } finally {
      this.isProving = false;
    }
  }
}
