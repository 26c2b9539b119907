import { lazyPanel, type Panel } from '../../ui/errors/lazy-panel.tsx'
import type { MarkdownProps } from './Markdown.tsx'

/** Loaded with the first comment that is shown. */
export const CommentMarkdown: Panel<MarkdownProps> = lazyPanel(() => import('./Markdown.tsx'))
