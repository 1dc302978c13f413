import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Writes files into a fresh folder; `remove` takes it away again. */
export async function folderOf(
  files: Readonly<Record<string, string>>,
): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
