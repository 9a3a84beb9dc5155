import styles from "./accessibility.module.css";
import { coverageText, passes } from "./passes.models.ts";

/** Documents by the ways in which they were checked. */
export function PassTable() {
  return (
    <table aria-label="Recorded passes" className={styles["table"]}>
      <thead>
        <tr>
          <th scope="col">Pass</th>
          <th scope="col">Recorded for</th>
        </tr>
      </thead>
      <tbody>
        {passes.map((pass) => (
          <tr key={pass.name}>
            <th scope="row">{pass.name}</th>
            <td>
              <p>{pass.how}</p>
              <p className={styles["small"]}>{coverageText(pass)}</p>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
