import { useEffect } from 'preact/hooks'

/** Names the tab of the browser after what is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Tributary`
  }, [title])
}
