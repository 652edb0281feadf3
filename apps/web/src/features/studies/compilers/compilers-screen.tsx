import { askGrid } from '../frame/ask-grid.ts'
import { StudyFrame } from '../frame/study-frame.tsx'
import { StudyTables } from '../frame/study-tables.tsx'
import type { StudyScreenProps } from '../study-screen.ts'

export async function CompilersScreen({ project, comparison, problems }: StudyScreenProps) {
  const grid = await askGrid(project, comparison)
  return (
    <StudyFrame
      kind="compilers"
      project={project}
      title="Compilers"
      summary=""
      comparison={comparison}
      problems={problems}
      warnings={grid.warnings}
    >
      <StudyTables project={project} comparison={comparison} grid={grid} />
    </StudyFrame>
  )
}
