import { sentenceText } from '@assay/domain/compare/tldr/tldr'
import { tldrOf } from '@assay/domain/publish/share/figure-elements'
import type { SharedContent } from '@assay/domain/publish/share/shared-content'
import { ImageResponse } from 'next/og'

const SENTENCES = 4

/** Renders the preview image of a link for chats: its title and summary, masked like the page. */
export function sharePicture(content: SharedContent): Response {
  const { title, by, sharedAt, figures } = content
  const sentences = figures.flatMap((figure) => tldrOf(figure).sentences).slice(0, SENTENCES)
  return new ImageResponse(
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        width: '100%',
        height: '100%',
        padding: 64,
        background: '#ffffff',
        color: '#15181d',
      }}
    >
      <div style={{ display: 'flex', fontSize: 26, color: '#5443b5' }}>Assay · frozen {sharedAt.slice(0, 10)}</div>
      <div style={{ display: 'flex', fontSize: 54, fontWeight: 600, marginTop: 16, marginBottom: 28 }}>
        {title.slice(0, 110)}
      </div>
      {sentences.map((sentence) => {
        const text = sentenceText(sentence)
        return (
          <div
            key={text}
            style={{ display: 'flex', fontSize: 28, lineHeight: 1.35, marginBottom: 12, color: '#454c57' }}
          >
            – {text.slice(0, 150)}
          </div>
        )
      })}
      <div style={{ display: 'flex', marginTop: 'auto', fontSize: 24, color: '#646c78' }}>{by}</div>
    </div>,
    { width: 1200, height: 630, headers: { 'cache-control': 'private, no-store' } },
  )
}
