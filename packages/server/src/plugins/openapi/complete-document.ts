import {
  type Operation as ContractOperation,
  OPERATIONS,
  type OperationId,
} from '@tributary/contract'
import { describeAnswerHeaders } from './answer-headers.ts'
import type {
  Document,
  Operation,
  Parameter,
  Reference,
  RequestBody,
  Response,
} from './document.ts'
import { type OperationExample, readExamples } from './examples.ts'
import { CREDENTIAL_HEADERS } from './security.ts'

/**
 * Adds to the document of the swagger plugin what routes cannot say: examples, HEAD, headers of answers, and one shared
 * answer for each kind of error. Removes what `security` says already. `root` is in front of each path of the contract.
 */
export function completeDocument(document: Document, root: string): Document {
  const { operations, errors } = readExamples()
  const responses = new Map<string, Response>()
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    const id = findOperationId(path, root)
    if (id === null || item === undefined) continue
    const { method, changes }: ContractOperation = OPERATIONS[id]
    const key = method.toLowerCase()
    const complete = completeOperation(
      item[key]!,
      operations[id] ?? { answer: undefined },
      responses,
    )
    const hasHead = method === 'GET' && changes !== true
    paths[path] = { [key]: complete, ...(hasHead && { head: toDocumentHead(complete) }) }
  }
  for (const [name, response] of responses) {
    const status = name.replace('Error', '')
    responses.set(name, withExample(response, errors[status], { status }))
  }
  const components = { ...document.components, responses: Object.fromEntries(responses) }
  return { ...document, paths, components }
}

function findOperationId(path: string, root: string): OperationId | null {
  if (!path.startsWith(root)) return null
  const below = path.slice(root.length)
  const entry = Object.entries(OPERATIONS).find(([, operation]) => operation.path === below)
  return entry === undefined ? null : (entry[0] as OperationId)
}

function completeOperation(
  operation: Operation,
  example: OperationExample,
  shared: Map<string, Response>,
): Operation {
  const parameters = (operation.parameters ?? [])
    .filter(({ name }) => !CREDENTIAL_HEADERS.has(name))
    .map((parameter) => withParameterExample(parameter, example.query?.[parameter.name]))
    // The document cannot say "in the query or in the body".
    .map((parameter) =>
      isInQueryToo(operation)
        ? { ...parameter, required: parameter.name in example.query! }
        : parameter,
    )
  const answers: Record<string, Response | Reference> = {}
  for (const [status, response] of Object.entries(
    (operation.responses ?? {}) as Readonly<Record<string, Response>>,
  )) {
    if (status === '200' || status === '304') {
      const { tagged, spoken }: ContractOperation = OPERATIONS[operation.operationId as OperationId]
      const answerExample = status === '200' ? example.answer : undefined
      answers[status] = withExample(response, answerExample, {
        status,
        tagged: tagged === true,
        spoken: spoken === true,
      })
      continue
    }
    const name = `Error${status}`
    shared.set(name, response)
    answers[status] = { $ref: `#/components/responses/${name}` }
  }
  const { requestBody, ...operationFields } = operation
  return {
    ...operationFields,
    parameters,
    ...(requestBody !== undefined && {
      requestBody: withBodyExample(requestBody, operation, example),
    }),
    responses: answers,
  }
}

/** A list is one text in a query, its parts separated by commas. */
function withParameterExample(parameter: Parameter, value: string | undefined): Parameter {
  const type = parameter.schema?.type
  const isList = type === 'array'
  const example = isList ? value?.split(',') : type === 'integer' ? Number(value) : value
  return {
    ...parameter,
    ...(isList && { style: 'form', explode: false }),
    ...(value !== undefined && { example }),
  }
}

/** Whether the query of a GET may also be sent as a body (`dimensionDetail`). */
function isInQueryToo({ operationId }: Operation): boolean {
  const { queryOrBody }: ContractOperation = OPERATIONS[operationId as OperationId]
  return queryOrBody !== undefined
}

/** The types in which the examples of files are. */
const EXAMPLE_TEXTS: ReadonlySet<string> = new Set(['text/csv', 'application/yaml'])

/** The swagger plugin marks every body as required; that of a GET is optional, and so is a file's. */
function withBodyExample(
  body: RequestBody,
  operation: Operation,
  example: OperationExample,
): RequestBody {
  const isQueryToo = isInQueryToo(operation)
  const inputExample = isQueryToo ? example.query : example.body
  const types = Object.keys(body.content)
  const type =
    typeof inputExample === 'string'
      ? types.find((mediaType) => EXAMPLE_TEXTS.has(mediaType))
      : types[0]
  const content = Object.fromEntries(
    Object.entries(body.content).map(([mediaType, media]) => [
      mediaType,
      mediaType === type && inputExample !== undefined
        ? { ...media, example: inputExample }
        : media,
    ]),
  )
  return { ...body, content, ...(isQueryToo && { required: false }) }
}

function withExample(
  response: Response,
  example: unknown,
  {
    status,
    tagged = false,
    spoken = false,
  }: { readonly status: string; readonly tagged?: boolean; readonly spoken?: boolean },
): Response {
  const [type, media] = Object.entries(response.content ?? {})[0] ?? []
  return {
    ...response,
    headers: describeAnswerHeaders(status, { tagged, spoken }),
    ...(type !== undefined && {
      content: {
        ...response.content,
        [type]: { ...media, ...(example !== undefined && { example }) },
      },
    }),
  }
}

/** HEAD is answered as GET is, without the body. */
function toDocumentHead({
  operationId,
  summary,
  requestBody: _,
  responses = {},
  ...fields
}: Operation): Operation {
  const { description, headers = {} } = responses['200'] as Response
  return {
    ...fields,
    operationId: `${operationId}Head`,
    summary: `${summary}, without the body`,
    responses: { ...responses, 200: { description, headers } },
  }
}
