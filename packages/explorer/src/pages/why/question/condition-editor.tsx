import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { getClient } from '../../../answers/client.ts'
import type { MountedEditor } from '../../../editor/mount-editor.ts'
import { texts } from '../../../text/language.ts'

interface ConditionEditorProps {
  readonly metric: string
  add(text: string): void
  close(): void
}

/**
 * A field for one condition. The editor with completion and diagnosis is loaded when this is shown; until then, and
 * where it cannot be loaded, a plain field takes its place.
 */
export function ConditionEditor({ metric, add, close }: ConditionEditorProps): JSX.Element {
  const { why } = texts.value
  const host = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const editor = useRef<MountedEditor | null>(null)
  const [isPlain, setPlain] = useState(true)
  const submit = (text: string) => {
    close()
    if (text.trim() !== '') add(text.trim())
  }
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const load = async () => {
      const [{ mountEditor }, { createConditionScope }, scope] = await Promise.all([
        import('../../../editor/mount-editor.ts'),
        import('../../../editor/condition-scope.ts'),
        getClient().expressionScope({ metric, context: 'filter' }, { signal }),
      ])
      // Whoever has begun to type goes on in the plain field.
      if (signal.aborted || host.current === null || field.current?.value !== '') return
      setPlain(false)
      editor.current = mountEditor({
        host: host.current,
        scope: createConditionScope(scope),
        label: why.condition,
        language: texts.value.tag === 'zh' ? 'zh' : 'en',
        submit,
        leave: close,
      })
    }
    load().catch(() => {})
    return () => {
      controller.abort()
      editor.current?.destroy()
    }
  }, [metric])
  return (
    <form
      class="inline"
      onSubmit={(event) => {
        event.preventDefault()
        submit(editor.current?.text() ?? field.current!.value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isPlain) close()
      }}
    >
      {isPlain && (
        <input
          ref={field}
          autofocus
          aria-label={why.condition}
          placeholder="[delay] > 15"
          spellcheck={false}
        />
      )}
      <div ref={host} />
      <button type="submit">{why.apply}</button>
    </form>
  )
}
