/** Letters that no decomposition turns into Latin letters without marks, as they are usually transcribed. */
const transcriptions: Readonly<Record<string, string>> = {
  ...pairs("ß ss æ ae œ oe ø o đ d ð d þ th ł l ħ h ı i"),
  ...pairs(
    "а a б b в v г g ґ g д d ђ dj е e є ye ж zh з z и i і i ј j к k л l љ lj м m н n њ nj о o п p р r",
  ),
  ...pairs("с s т t ћ c у u ф f х kh ц ts ч ch џ dz ш sh щ shch ы y э e ю yu я ya"),
  ...pairs(
    "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o",
  ),
};

/**
 * The text in lower-case letters `a` to `z` and digits, with an underscore for whatever else lies between; empty if more of
 * its letters are lost than kept, as in scripts that are not transcribed here.
 */
export function latinWords(text: string): string {
  const letters = [
    ...text
      .normalize("NFKD")
      .toLowerCase()
      .replace(/[\p{M}ъь]/gu, ""),
  ];
  const transcribed = letters.map((letter) => transcriptions[letter] ?? letter);
  const isKept = (letter: string) => /^[a-z0-9]/.test(letter);
  const lost = transcribed.filter((letter) => /[\p{L}\p{N}]/u.test(letter) && !isKept(letter));
  if (lost.length > transcribed.filter(isKept).length) return "";
  return transcribed
    .join("")
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
}

function pairs(text: string): Record<string, string> {
  const words = text.split(" ");
  return Object.fromEntries(
    words.flatMap((word, index) => (index % 2 === 0 ? [[word, words[index + 1] ?? ""]] : [])),
  );
}
