import styles from './LoginArt.module.css';
import { artLines, gridStep, type ArtLine } from './login-art-lines.ts';

const columns = Array.from({ length: 24 }, (_, index) => `M${640 + gridStep.x * index} 0V900`);
const rows = Array.from({ length: 16 }, (_, index) => `M600 ${30 + gridStep.y * index}H2000`);
const grid = [...columns, ...rows].join('');

/** Shows the product in the free part of the login page; fills its box. */
export function LoginArt() {
  return (
    <svg className={styles.art} viewBox="600 0 840 900" preserveAspectRatio="xMinYMid slice" aria-hidden="true">
      <path className={styles.grid} d={grid} />
      {artLines.map((line) => (
        <Line key={line.past} line={line} />
      ))}
    </svg>
  );
}

function Line({ line }: { readonly line: ArtLine }) {
  const { x, y, angle } = line.pig;
  return (
    <>
      <path className={styles.band} d={line.band} />
      <path className={styles.past} d={line.past} />
      <path className={styles.future} d={line.future} />
      {line.dots.map((dot) => (
        <circle key={dot.x} className={styles.dot} cx={dot.x} cy={dot.y} r={5} />
      ))}
      <g className={styles.pig} transform={`translate(${x} ${y}) rotate(${angle}) scale(1.25) translate(-16 -16)`}>
        <path className={styles.keyline} d={`${pigBody}${pigDiscs}`} />
        <path className={styles.casing} d={`${pigBody}${pigDiscs}`} />
        <path className={styles.body} d={pigBody} />
        <path className={styles.gap} d={pigDiscs} />
        <path className={styles.discs} d={pigDiscs} />
      </g>
    </>
  );
}

const pigBody = 'M5.5 11h17.2a5 5 0 0 1 0 10H5.5Z';
const pigDiscs = 'M8.6 7.4v17.2M18.4 7.4v17.2';
