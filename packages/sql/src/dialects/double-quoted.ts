/** A name in double quotes, its own doubled: as the SQL standard has it. */
export function doubleQuoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
