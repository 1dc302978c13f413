import { invalidImport } from '../model/errors.ts'

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
  const fail: Fail = (problem) => {
    const line = text.slice(0, at).split('\n').length
    throw invalidImport({ file, path: `line ${line}` }, problem)
  }
  while (at < text.length) {
    const top = open.at(-1)!
    if (text.startsWith('<!--', at)) {
      at = endOfComment(text, at) ?? fail(UNREADABLE)
      continue
    }
    TOKEN.lastIndex = at
    const token = TOKEN.exec(text)?.groups ?? fail(UNREADABLE)
    let end = TOKEN.lastIndex
    if (token.plain !== undefined) top.text += unescapeXml(token.plain, fail)
    else if (token.close !== undefined) closeTop(open, token.close, fail)
    else if (token.name !== undefined) {
      const tag = readTag(text, { name: token.name, start: end }, fail)
      top.children.push(tag.element)
      if (!tag.isEmpty) open.push(tag.element)
      end = tag.end
    }
    at = end
  }
  const [root] = open
  if (open.length > 1) fail(`ends before <${open.at(-1)!.name}> is closed`)
  if (root!.children.length !== 1 || root!.text.trim() !== '') fail('must be one element')
  return root!.children[0]!
}

type Fail = (problem: string) => never

const UNREADABLE = 'is not XML that can be read here'

interface Open extends XmlElement {
  readonly children: XmlElement[]
  text: string
}

const TOKEN = /<\?xml [^?]*\?>|<\/(?<close>[\w:.-]+)\s*>|<(?<name>[\w:.-]+)|(?<plain>[^<]+)/y
const ATTRIBUTE = /\s+([\w:.-]+)="([^"<]*)"/y
const TAG_END = /\s*(\/?)>/y

function closeTop(open: Open[], name: string, fail: Fail): void {
  const top = open.at(-1)!
  if (open.length === 1 || top.name !== name) fail(`closes <${name}>, which is not open`)
  if (top.children.length > 0 && top.text.trim() !== '')
    fail(`has text beside elements in <${top.name}>`)
  open.pop()
}

/** Behind the comment that begins at `start`, which has no two hyphens inside. */
function endOfComment(text: string, start: number): number | null {
  const end = text.indexOf('--', start + 4)
  return end >= 0 && text[end + 2] === '>' ? end + 3 : null
}

/** Reads the attributes of an element from behind its name on. */
function readTag(
  text: string,
  { name: tagName, start }: { readonly name: string; readonly start: number },
  fail: Fail,
): { readonly element: Open; readonly isEmpty: boolean; readonly end: number } {
  const attributes = new Map<string, string>()
  let end = start
  ATTRIBUTE.lastIndex = start
  for (let match = ATTRIBUTE.exec(text); match !== null; match = ATTRIBUTE.exec(text)) {
    const [, name, value] = match
    if (attributes.has(name!)) fail(`has the attribute ${name} twice`)
    attributes.set(name!, unescapeXml(value!, fail))
    end = ATTRIBUTE.lastIndex
  }
  TAG_END.lastIndex = end
  const close = TAG_END.exec(text) ?? fail(UNREADABLE)
  const element = { name: tagName, attributes, children: [], text: '' }
  return { element, isEmpty: close[1] === '/', end: TAG_END.lastIndex }
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescapeXml(text: string, fail: Fail): string {
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
