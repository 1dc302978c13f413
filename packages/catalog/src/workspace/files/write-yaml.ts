import { stringify } from 'yaml'

/** Plain data as YAML: no line is broken, and what is there twice is written twice. */
export function writeYaml(value: object): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })
}
