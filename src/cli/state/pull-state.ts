import { terraformOutput } from "../terraform/run";

/**
 * The state of the configuration in a folder, as `terraform state pull` gives it: it needs the backend, and no plugin.
 * @param env says which Terraform: TERRAFORM_BINARY_NAME, else terraform on the PATH, else tofu
 * @throws Error with Terraform's words
 */
export function pullState(folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  return terraformOutput(
    {
      folder,
      args: ["state", "pull"],
      purpose: `read the state of ${folder}`,
      otherwise: "give a file with what `terraform show -json` prints",
    },
    env,
  );
}
