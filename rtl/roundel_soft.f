top/roundel_soft_picorv32.sv
top/roundel_soft_vexriscv.sv
