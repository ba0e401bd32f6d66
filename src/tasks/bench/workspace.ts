import { type PluginSource, type TerraformWorkspace, terraformWorkspace } from "../terraform/workspace";
import type { BenchService } from "./service";

/**
 * A workspace with one configuration, ready to plan.
 * @param plugin where the plugin comes from; default: the built one, by `dev_overrides`
 */
export async function benchWorkspace(
  configuration: string,
  service: BenchService,
  plugin?: PluginSource,
): Promise<TerraformWorkspace> {
  const workspace = await terraformWorkspace({
    files: { "main.tf": configuration },
    account: service.account,
    // It has each Node load more, which says nothing of the plugin.
    environment: { NODE_EXTRA_CA_CERTS: undefined },
    ...(plugin && { plugin }),
  });
  // Without a mirror nothing is installed, and an init would ask a registry.
  if (plugin && "mirror" in plugin) await workspace.succeed("init");
  return workspace;
}
