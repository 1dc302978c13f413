import type { IToken } from 'chevrotain'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { replaceBy, report } from '../diagnostics/report.ts'
import { printName, printText } from '../visit/print-leaf.ts'
import { spanOf } from './lex.ts'
import {
  CurlyText,
  DoubleQuotedName,
  ForeignOperator,
  ForeignSpace,
  UnclosedName,
  UnclosedText,
  WideCharacter,
} from './tokens.ts'

/** The diagnostic of a token that does not belong to the language. */
export function explainProblem(token: IToken): Diagnostic {
  switch (token.tokenType) {
    case UnclosedText:
      return unclosedText(token)
    case UnclosedName:
      return unclosedName(token)
    case DoubleQuotedName:
      return quotedName(token)
    case CurlyText:
      return curlyText(token)
    case ForeignOperator:
      return foreignOperator(token)
    case WideCharacter:
      return wideCharacter(token)
    case ForeignSpace:
      return report('EXP1023', {
        span: spanOf(token),
        fixes: [replaceBy('use a plain space', spanOf(token), ' ')],
      })
    default:
      return report('EXP1006', {
        span: spanOf(token),
        params: { character: token.image },
        fixes: [replaceBy(`remove '${token.image}'`, spanOf(token), '')],
      })
  }
}

/** Where a text that was never closed may have been meant to end. */
const END_OF_TEXT = /\s+(?:and|or)\s|\s*[,)”’\n]|\s*$/gi

function unclosedText(token: IToken): Diagnostic {
  const { start } = spanOf(token)
  const quote = token.image[0]!
  const fixes = []
  for (const match of token.image.matchAll(END_OF_TEXT)) {
    const at = start + match.index
    const curly = /[”’]$/.test(match[0]) ? match[0].length : 0
    fixes.push(replaceBy('close the text', { start: at, end: at + curly }, quote))
    if (fixes.length === 3) break
  }
  return report('EXP1001', { span: { start, end: start + 1 }, fixes })
}

function unclosedName(token: IToken): Diagnostic {
  const { start } = spanOf(token)
  const end = start + /^\[\s*['"]?[^\s,)=<>!+*/%'"]*['"]?/.exec(token.image)![0].length
  return report('EXP1007', {
    span: { start, end: start + 1 },
    fixes: [replaceBy("close the name with ']'", { start: end, end }, ']')],
  })
}

function quotedName(token: IToken): Diagnostic {
  const span = spanOf(token)
  const name = token.image.slice(2, -2)
  const fixes = [replaceBy('remove the quotes', span, printName({ kind: 'field', name }))]
  return report('EXP1014', { span, fixes: name === '' ? [] : fixes })
}

function curlyText(token: IToken): Diagnostic {
  const span = spanOf(token)
  const whole = token.image.length > 1
  const plain = whole ? printText(token.image.slice(1, -1)) : /[“”„]/.test(token.image) ? '"' : "'"
  return report('EXP1005', {
    span,
    params: { character: token.image[0]! },
    fixes: [replaceBy('use straight quotes', span, plain)],
  })
}

const PLAIN_OPERATORS: ReadonlyMap<string, string> = new Map([
  ['&&', 'AND'],
  ['||', 'OR'],
  ['!', 'NOT'],
])

function foreignOperator(token: IToken): Diagnostic {
  const span = spanOf(token)
  const instead = PLAIN_OPERATORS.get(token.image)!
  const fixes = [replaceBy(`write ${instead}`, span, ` ${instead} `)]
  return report('EXP1019', { span, params: { found: token.image, instead }, fixes })
}

const PLAIN_PUNCTUATION: ReadonlyMap<string, string> = new Map([
  ['、', ','],
  ['。', '.'],
  ['【', '['],
  ['】', ']'],
])

function wideCharacter(token: IToken): Diagnostic {
  const span = spanOf(token)
  const { image } = token
  const plain = PLAIN_PUNCTUATION.get(image) ?? String.fromCharCode(image.charCodeAt(0) - 0xfee0)
  const fixes = [replaceBy(`write '${plain}'`, span, plain)]
  return report('EXP1004', { span, params: { character: image, plain }, fixes })
}
