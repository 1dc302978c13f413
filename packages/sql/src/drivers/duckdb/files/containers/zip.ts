import { createInflateRaw } from 'node:zlib'

/** A file in a ZIP archive. */
interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly bytes: Buffer
}

const [END, DIRECTORY, LOCAL] = [0x06054b50, 0x02014b50, 0x04034b50]
const STORED = 0
const DEFLATED = 8

/** The sizes up to which the files of an archive may expand: all of them, and one that is held in memory. */
export interface ExpansionLimit {
  readonly total: number
  /** Of each file for which `isHeld` is true. */
  readonly held: number
  isHeld(name: string): boolean
}

/** Expands the files of a ZIP archive without keeping them, and throws when they are larger than the limit. */
export async function assertZipExpands(archive: Buffer, limit: ExpansionLimit): Promise<void> {
  let total = 0
  for (const entry of listEntries(archive)) {
    const most = limit.isHeld(entry.name) ? limit.held : limit.total
    total += await countBytes(entry, Math.min(most, limit.total - total))
  }
}

function listEntries(archive: Buffer): readonly ZipEntry[] {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > archive.length || archive.readUInt32LE(end) !== END)
    throw damagedError()
  const count = archive.readUInt16LE(end + 10)
  const entries: ZipEntry[] = []
  let at = archive.readUInt32LE(end + 16)
  for (let i = 0; i < count; i++) {
    if (at + 46 > archive.length || archive.readUInt32LE(at) !== DIRECTORY) throw damagedError()
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((offset) =>
      archive.readUInt16LE(at + offset),
    ) as [number, number, number]
    const local = archive.readUInt32LE(at + 42)
    if (local + 30 > archive.length || archive.readUInt32LE(local) !== LOCAL) throw damagedError()
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    // The inflater stops at the end of its stream, whatever the directory says about its size.
    entries.push({ name, method: archive.readUInt16LE(at + 10), bytes: archive.subarray(start) })
    at += 46 + nameLength + extraLength + noteLength
  }
  return entries
}

async function countBytes({ name, method, bytes }: ZipEntry, most: number): Promise<number> {
  if (method === STORED) return 0
  if (method !== DEFLATED) throw new Error(`"${name}" in it is compressed in an unusual way.`)
  const inflate = createInflateRaw()
  let count = 0
  try {
    inflate.end(bytes)
    for await (const part of inflate) {
      count += (part as Buffer).length
      if (count > most) throw expansionError(name)
    }
  } finally {
    inflate.destroy()
  }
  return count
}

function damagedError(): Error {
  return new Error('it is damaged: expected a ZIP archive with the parts of a workbook.')
}

function expansionError(name: string): Error {
  return new Error(
    `"${name}" in it expands to more than the limit. Save the sheet as CSV, or split the workbook.`,
  )
}
