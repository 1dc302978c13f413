import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

// Removes what earlier builds wrote: modules that have been moved would be packed with the others.
const packages = join(import.meta.dirname, '../../packages')
for (const name of readdirSync(packages))
  rmSync(join(packages, name, 'dist'), { recursive: true, force: true })
