import parse, { type DOMNode, type Element } from 'html-react-parser'
import type { ReactNode } from 'react'

type Props = { html: string; draw: (number: number) => ReactNode }

/** Prose with figures inside its lists or quotes: the markup becomes elements, so that figures can be among them. */
export function ProseWithFigures({ html, draw }: Props) {
  return parse(html, {
    replace: (node) => {
      const number = isElement(node) ? node.attribs['data-inner-figure'] : undefined
      if (!isElement(node) || number === undefined) return undefined
      const { id } = node.attribs
      return (
        <div id={id} data-block={id} data-inner-figure={number}>
          {draw(Number(number))}
          {node.children.filter(isElement).map(({ attribs, children: [name] }) => (
            <a key={attribs.href} href={attribs.href} data-feedback="">
              {name !== undefined && 'data' in name ? String(name.data) : ''}
            </a>
          ))}
        </div>
      )
    },
  })
}

const isElement = (node: DOMNode | Element['children'][number]): node is Element => 'attribs' in node
