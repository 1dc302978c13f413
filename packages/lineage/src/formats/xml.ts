import { invalidImport } from '../errors.ts'

/** An element of an XML text. */
export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  /** The text of the element when it has no children. */
  readonly text: string
}

/**
 * A text as it can stand in XML, in an element or an attribute. XML cannot say most control characters or half
 * a surrogate pair; they become `\uXXXX`, and a backslash becomes two.
 */
export function escapeXml(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replace(UNSAYABLE, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/[&<>"'\t\r\n]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const UNSAYABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML cannot say
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/**
 * Reads the XML that we write: elements, attributes, text, the five named entities and numbered ones; the
 * declaration and comments are passed over. Anything else (document types, other entities, text beside
 * elements) throws LINEAGE_INVALID_IMPORT with `file` and the line.
 */
export function parseXml(text: string, file: string): XmlElement {
  const open: Open[] = [{ name: '', attributes: new Map(), children: [], text: '' }]
  let at = 0
  const fail = (problem: string): never => {
    const line = text.slice(0, at).split('\n').length
    throw invalidImport({ file, path: `line ${line}` }, problem)
  }
  while (at < text.length) {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(text)?.groups ?? fail('is not XML that can be read here')
    const top = open.at(-1)!
    if (token.plain !== undefined) top.text += unescapeXml(token.plain, fail)
    else if (token.close !== undefined) {
      if (open.length === 1 || top.name !== token.close)
        fail(`closes <${token.close}>, which is not open`)
      if (top.children.length > 0 && top.text.trim() !== '')
        fail(`has text beside elements in <${top.name}>`)
      open.pop()
    } else if (token.name !== undefined) {
      const element = {
        name: token.name,
        attributes: new Map<string, string>(),
        children: [],
        text: '',
      }
      for (const [, name, value] of token.rest!.matchAll(ATTRIBUTE)) {
        if (element.attributes.has(name!)) fail(`has the attribute ${name} twice`)
        element.attributes.set(name!, unescapeXml(value!, fail))
      }
      top.children.push(element)
      if (token.empty === '') open.push(element)
    }
    at = TOKEN.lastIndex
  }
  const [root] = open
  if (open.length > 1) fail(`ends before <${open.at(-1)!.name}> is closed`)
  if (root!.children.length !== 1 || root!.text.trim() !== '') fail('must be one element')
  return root!.children[0]!
}

interface Open extends XmlElement {
  readonly children: XmlElement[]
  text: string
}

const TOKEN =
  /<\?xml [^?]*\?>|<!--(?:(?!--)[\s\S])*-->|<\/(?<close>[\w:.-]+)\s*>|<(?<name>[\w:.-]+)(?<rest>(?:\s+[\w:.-]+="[^"<]*")*)\s*(?<empty>\/?)>|(?<plain>[^<]+)/y
const ATTRIBUTE = /([\w:.-]+)="([^"<]*)"/g

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescapeXml(text: string, fail: (problem: string) => never): string {
  const plain = text.replace(/&([^;&\s]*);?/g, (whole, entity: string) => {
    if (!whole.endsWith(';')) fail('has & without an entity')
    const code = /^#(?:x([\da-fA-F]{1,6})|(\d{1,7}))$/.exec(entity)
    if (code === null) return NAMED[entity] ?? fail(`has the unknown entity &${entity};`)
    const number = code[1] === undefined ? Number(code[2]) : Number.parseInt(code[1], 16)
    return number <= 0x10ffff ? String.fromCodePoint(number) : fail(`has no character &${entity};`)
  })
  return plain.replace(/\\(?:(\\)|u([\da-f]{4}))/g, (_, backslash, unit) =>
    backslash === undefined ? String.fromCharCode(Number.parseInt(unit, 16)) : '\\',
  )
}
