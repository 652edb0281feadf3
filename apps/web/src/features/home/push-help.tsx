import { apiDocsPath } from '../../paths.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import style from './push-help.module.css'

/** How results arrive: with the command line tool, or with curl alone. */
export function PushHelp({ project, serverUrl = 'http://localhost:3000' }: { project: string; serverUrl?: string }) {
  return (
    <div className={style.help}>
      <p>
        Results arrive as whole folders of what a benchmark printed. From the root of this checkout, with the token that{' '}
        <code>npm start</code> named:
      </p>
      <CodeBlock label="assay command" text={`npx assay push RESULTS_FOLDER --project ${project}`} />
      <p>A machine that has only curl sends the same folder as an archive:</p>
      <CodeBlock label="curl command" text={curlCommand(project, serverUrl)} />
      <p>
        Runners that already know their figures send documents; <a href={apiDocsPath()}>the API page</a> lists every
        operation.
      </p>
    </div>
  )
}

const curlCommand = (project: string, serverUrl: string) =>
  [
    'tar cz RESULTS_FOLDER |',
    `  curl --data-binary @- -H "Authorization: Bearer $ASSAY_TOKEN" -H "Content-Type: application/gzip" \\`,
    `  "${serverUrl}/api/v1/uploads?project=${project}"`,
  ].join('\n')
