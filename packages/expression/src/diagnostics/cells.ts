/** The blocks of East Asian wide and full-width characters (Unicode Standard Annex 11), and pictures shown in colour. */
const WIDE =
  /[\u1100-\u115f\u231a\u231b\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u
const SEGMENTER = new Intl.Segmenter()

/** How many cells of a terminal a text takes: two for a wide character, one for any other, combined ones together. */
export function cellsOf(text: string): number {
  // Plain ASCII, nearly every text, needs no segmenting.
  if (/^[ -~]*$/.test(text)) return text.length
  let width = 0
  for (const { segment } of SEGMENTER.segment(text)) width += WIDE.test(segment) ? 2 : 1
  return width
}

/** Controls, lone surrogates, line separators and formats; but for the joiners that pictures and scripts are made with. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu

/** A text of as many units in which nothing is hidden: a tab as a space, other characters that cannot be seen as `�`. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (character) =>
    character === '\t' || character === '\r' ? ' ' : '\ufffd'.repeat(character.length),
  )
}
