import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { TokenIssuer } from '@tributary/platform'
import type { Command } from 'commander'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { parse } from 'yaml'
import { createCliError, fileUnreadableError } from '../errors.ts'
import type { Effects } from '../terminal/effects.ts'

/** The parsed flags. */
export interface IssuerFlags {
  readonly issuers?: string
}

const ABOUT_ISSUERS = `
About --issuers:
  The file names the OpenID Connect issuers whose tokens callers may send as "Authorization: Bearer":

    issuers:
      - issuer: https://login.example.com   # the claim iss
        audience: tributary                 # the claim aud
        tenant: shop                        # or claims: { tenant: CLAIM }
        claims: { account: email }          # default: sub

  docs/operations.md lists every key.`

/** Adds the flag that says whose tokens authenticate callers. */
export function addIssuerFlag(command: Command): void {
  command
    .option('--issuers <file>', 'YAML file with the issuers of accepted tokens (see below)')
    .addHelpText('after', ABOUT_ISSUERS)
}

const text = Type.String({ minLength: 1 })
const seconds = Type.Integer({ minimum: 0, maximum: 3_600 })
const closed = { additionalProperties: false }

const fileSchema = Type.Object(
  {
    issuers: Type.Array(
      Type.Object(
        {
          issuer: text,
          audience: Type.Union([text, Type.Array(text, { minItems: 1 })]),
          jwks: Type.Optional(text),
          tenant: Type.Optional(text),
          claims: Type.Optional(
            Type.Object({ tenant: Type.Optional(text), account: Type.Optional(text) }, closed),
          ),
          algorithms: Type.Optional(Type.Array(text, { minItems: 1 })),
          clockSkew: Type.Optional(seconds),
          keyInterval: Type.Optional(seconds),
        } satisfies Record<keyof TokenIssuer, unknown>,
        closed,
      ),
      { minItems: 1 },
    ),
  },
  closed,
)

/** Reads the issuers of the file that the flag names; none without the flag. Rejects for a file that is not of this form. */
export async function readTokenIssuers(
  { issuers: name }: IssuerFlags,
  { cwd }: Pick<Effects, 'cwd'>,
): Promise<readonly TokenIssuer[]> {
  if (name === undefined) return []
  const file = resolve(cwd, name)
  const content = await read(file)
  const problems = Value.Errors(fileSchema, content).map(({ instancePath, message }) => {
    const place = instancePath.slice(1).replaceAll('/', '.')
    return `${place === '' ? 'the file' : place} ${message}`
  })
  if (problems.length > 0) throw createCliError('issuersInvalid', { file, problems })
  return (content as Static<typeof fileSchema>).issuers
}

async function read(file: string): Promise<unknown> {
  try {
    return parse(await readFile(file, 'utf8')) as unknown
  } catch (error) {
    throw fileUnreadableError(file, error)
  }
}
