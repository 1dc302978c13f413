import { type ImportDefinitionsOptions, importDefinitions } from '../src/index.ts'
import { SHOP } from './shop.ts'

/** Imports a YAML text over the tables of the shop. */
export function importText(
  text: string,
  options: Partial<Omit<ImportDefinitionsOptions, 'tables'>> = {},
): ReturnType<typeof importDefinitions> {
  const source = { file: 'shop.yaml', text }
  return importDefinitions({ source, tables: SHOP, tenant: 'shop', ...options })
}

/** What an import says, without what is exact: kind, name, message, line. */
export function saidOf({
  report,
}: Awaited<ReturnType<typeof importDefinitions>>): readonly (readonly [string, string, string])[] {
  return report.findings
    .filter(({ status }) => status !== 'EXACT')
    .map(({ status, name, message }) => [status, name, message] as const)
}
