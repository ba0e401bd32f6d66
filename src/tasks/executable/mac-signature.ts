/** Mach-O, 64 bits, in the byte order of Intel's and Apple's processors (mach-o/loader.h). */
const MAGIC = 0xfeedfacf;
const HEADER = 32;
const COUNT_AT = 16;
const SIZE_AT = 20;

const SEGMENT = 0x19;
const SIGNATURE = 0x1d;
const LINK_EDIT = "__LINKEDIT";

interface LoadCommand {
  readonly kind: number;
  readonly at: number;
  readonly size: number;
}

/**
 * Removes the signature from an executable for macOS on Intel. bun leaves the signature of its own executable, which does not
 * match the result, so macOS would end the process. Without a signature it runs, like Go's executables. For Apple's
 * processors, which require a signature, bun makes a new one.
 *
 * @throws Error when it is not such an executable, or the signature is not at its end
 */
export function withoutSignature(executable: Buffer): Buffer {
  if (executable.readUInt32LE(0) !== MAGIC) throw new Error("This is not an executable for macOS");
  const commands = loadCommands(executable);
  const signature = commands.find(({ kind }) => kind === SIGNATURE);
  if (signature === undefined) return executable;
  const [start, length] = [
    executable.readUInt32LE(signature.at + 8),
    executable.readUInt32LE(signature.at + 12),
  ];
  const linkEdit = commands.find(
    (command) => command.kind === SEGMENT && nameOf(executable, command) === LINK_EDIT,
  );
  if (commands.at(-1) !== signature || linkEdit === undefined || start + length !== executable.length) {
    throw new Error("The signature of an executable for macOS is not its end");
  }
  const rest = Buffer.from(executable.subarray(0, start));
  rest.fill(0, signature.at, signature.at + signature.size);
  rest.writeUInt32LE(commands.length - 1, COUNT_AT);
  rest.writeUInt32LE(rest.readUInt32LE(SIZE_AT) - signature.size, SIZE_AT);
  const offset = rest.readBigUInt64LE(linkEdit.at + 40);
  rest.writeBigUInt64LE(BigInt(start) - offset, linkEdit.at + 48);
  return rest;
}

function loadCommands(executable: Buffer): readonly LoadCommand[] {
  const commands: LoadCommand[] = [];
  let at = HEADER;
  for (let count = executable.readUInt32LE(COUNT_AT); count > 0; count--) {
    const command = { kind: executable.readUInt32LE(at), at, size: executable.readUInt32LE(at + 4) };
    commands.push(command);
    at += command.size;
  }
  return commands;
}

function nameOf(executable: Buffer, { at }: LoadCommand): string {
  return executable.toString("latin1", at + 8, at + 24).replace(/\0+$/, "");
}
