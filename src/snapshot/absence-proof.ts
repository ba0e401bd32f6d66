import type { Kind } from "../service/kinds";
import { isSameList, type Pass } from "./list-passes";

/** The maximum number of additional list readings to prove absence. */
const maxProofs = 2;

/**
 * Proves that objects do not exist, with a second reading of the list, when many are missing from it: then that costs fewer
 * requests than reading each by id.
 */
export class AbsenceProof<K extends Kind> {
  private proof: Promise<boolean> | undefined;
  private proofs = 0;
  private isProving = false;
  private requestedById = 0;

  /** @param readAgain reads the list from its beginning */
  constructor(private readonly readAgain: () => Promise<Pass<K>>) {}

  /** Records that the list is complete, as known from elsewhere. */
  markProven(): void {
    this.proof = Promise.resolve(true);
  }

  /** Whether objects that are not in the list do not exist. If false, the caller reads the object by id, which is counted. */
  async isProven(latest: Pass<K> | undefined): Promise<boolean> {
    if (latest !== undefined && this.isProofCheaper(latest)) this.proof = this.prove(latest);
    // Without a proof in progress, nothing is awaited, so that concurrent calls are counted.
    if (this.proof !== undefined && (await this.proof)) return true;
    this.requestedById += 1;
    return false;
  }

  /** Whether the reads by id since the last proof cost as much as reading the list again. */
  private isProofCheaper({ pages }: Pass<K>): boolean {
    return !this.isProving && this.proofs < maxProofs && this.requestedById >= (this.proofs + 1) * pages;
  }

  private async prove(earlier: Pass<K>): Promise<boolean> {
    this.proofs += 1;
    this.isProving = true;
    try {
      return isSameList(earlier, await this.readAgain());
    } catch {
      return false;
    } finally {
      this.isProving = false;
    }
  }
}
