import { isCubeModel, isCubeScript, readCubeModel } from '../cube/import-cube.ts'
import { findUnreadKeys, type Place } from '../draft/place.ts'
import { invalidImportError } from '../errors.ts'
import {
  type DefinitionsFile,
  type DefinitionsFolder,
  describeDocumentKind,
  type LeftOutFile,
  LONGEST,
  parseDocument,
  type ReadDocument,
  type ReadDocumentOptions,
} from './read-document.ts'

/**
 * Reads the files of a folder as one model of Cube, the only format of several files. Throws `DEFINITIONS_INVALID_IMPORT`
 * where a file is something else, or none has a model.
 */
export function readFolder(
  { folder, files, leftOut = [] }: DefinitionsFolder,
  options: ReadDocumentOptions,
): ReadDocument {
  if (options.from !== null && options.from !== 'cube') {
    throw invalidImportError(
      `${folder}: expected a file, found a folder, which is read as a model of Cube alone`,
    )
  }
  const length = files.reduce((sum, { text }) => sum + text.length, 0)
  if (length > LONGEST) {
    throw invalidImportError(
      `${folder}: expected at most ${LONGEST} characters in all files, found ${length}`,
    )
  }
  const leftOutFiles: LeftOutFile[] = [...leftOut]
  const documents: Place[] = []
  for (const sourceFile of files) {
    const reason = findOmissionReason(sourceFile)
    if (reason !== null) leftOutFiles.push({ file: sourceFile.file, reason })
    else documents.push(...parseCubeFile(sourceFile))
  }
  if (documents.length === 0) {
    const [first] = leftOutFiles
    const but = first === undefined ? '' : `; ${first.file} is ${first.reason}`
    throw invalidImportError(`${folder}: expected YAML files with cubes, found none${but}`)
  }
  return {
    format: 'cube',
    leftOutFiles,
    unread: () => findUnreadKeys(documents),
    ...readCubeModel(documents, options),
  }
}

/** Why a file is not read; null for YAML. */
function findOmissionReason(source: DefinitionsFile): string | null {
  if (isCubeScript(source)) {
    return 'JavaScript, which is not run; write its cubes and views as YAML'
  }
  // Cube runs a file with these marks as a template too.
  return /\.jinja$/i.test(source.file) || /\{%|%\}/.test(source.text)
    ? 'a Jinja template, which is not run; write out what it makes, which Jinja Preview of Cube Cloud shows'
    : null
}

/** The model of a file; none of an empty one, which Cube passes over. */
function parseCubeFile(source: DefinitionsFile): readonly Place[] {
  const document = parseDocument(source, true)
  if (document.isAbsent) return []
  if (!isCubeModel(document.fields())) {
    document.fail(
      `expected a model of Cube, found ${describeDocumentKind(document)}; give the folder that has nothing else`,
    )
  }
  return [document]
}
